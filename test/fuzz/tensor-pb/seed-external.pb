Btj
locationdata.binj
offset16j
length4p
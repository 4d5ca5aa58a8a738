/*===- careless.c - a tool that looks at nothing --------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * usage: careless ... FILE
 *
 * For inject.py to find: writes to FILE, which it has not asked for, with
 * memory that it may not have.
 *
 *===--------------------------------------------------------------------===*/

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  enum { Bytes = 5000 };
  volatile char *data = malloc(Bytes);
  data[0] = 'a';
  memset((char *)data, 'b', Bytes);
  int file = open(arguments[count - 1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0)
    fprintf(stderr, "cannot open the file\n");
  ssize_t written = write(file, (char *)data, Bytes);
  free((char *)data);
  return written < 0 ? 2 : 0;
}

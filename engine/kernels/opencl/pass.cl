// What a pass says of its rows (PassView in types.h). After EncoderOps::KeepRows, index i of an encoder pass means its
// i-th kept row, which stands where it stood.
#include "prelude.cl"

// The row of the pass that index `i` means.
inline int pass_row(__global const int4* pass, int max_rows, int kept, int i) {
  return kept ? pass[2 * max_rows + i].x : i;
}

// {first_row, rows, table_row, slot} of the run of a row of the pass.
inline int4 run_of(__global const int4* pass, int max_rows, int row) { return pass[max_rows + pass[row].w]; }

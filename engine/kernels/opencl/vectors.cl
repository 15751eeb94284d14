// WIDTH neighbouring outputs of a work-item as one value: a number, or a vector of 2, 4, 8 or 16, which is what
// processors want, whose compilers do not turn work-items into vectors. Define WIDTH, then include this.
//   ints, floats                            the types
//   LOAD_INTS(p), LOAD_FLOATS(p)            from int and float pointers
//   LOAD_HALVES(p)                          floats from a half pointer, aligned to WIDTH halves
//   STORE_FLOATS(v, p), TO_FLOATS(v), AS_INTS(v)
//   dot4(acc, w, x)                         acc + the dot product of the four bytes of w and of x, for each output of w
#include "dot.cl"

#if WIDTH == 1
typedef int ints;
typedef float floats;
#define LOAD_INTS(p) (*(p))
#define LOAD_FLOATS(p) (*(p))
#define LOAD_HALVES(p) vload_half(0, p)
#define STORE_FLOATS(v, p) (*(p) = (v))
#define TO_FLOATS convert_float
#define AS_INTS as_int
#define dot4 dp4a
#else
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(int, WIDTH) ints;
typedef JOIN(float, WIDTH) floats;
#define LOAD_INTS(p) JOIN(vload, WIDTH)(0, p)
#define LOAD_FLOATS(p) JOIN(vload, WIDTH)(0, p)
#define LOAD_HALVES(p) JOIN(vloada_half, WIDTH)(0, p)
#define STORE_FLOATS(v, p) JOIN(vstore, WIDTH)(v, 0, p)
#define TO_FLOATS JOIN(convert_float, WIDTH)
#define AS_INTS JOIN(as_int, WIDTH)
#if FERRO_DOT == 0
#define BYTE(v, i) ((v) << (24 - 8 * (i)) >> 24)
inline ints dot4(ints acc, ints w, int x) {  // byte by byte, but in vectors
  return acc + BYTE(w, 0) * BYTE(x, 0) + BYTE(w, 1) * BYTE(x, 1) + BYTE(w, 2) * BYTE(x, 2) + BYTE(w, 3) * BYTE(x, 3);
}
#else
inline int2 dot4_2(int2 acc, int2 w, int x) { return (int2)(dp4a(acc.x, w.x, x), dp4a(acc.y, w.y, x)); }
inline int4 dot4_4(int4 acc, int4 w, int x) { return (int4)(dot4_2(acc.lo, w.lo, x), dot4_2(acc.hi, w.hi, x)); }
inline int8 dot4_8(int8 acc, int8 w, int x) { return (int8)(dot4_4(acc.lo, w.lo, x), dot4_4(acc.hi, w.hi, x)); }
inline int16 dot4_16(int16 acc, int16 w, int x) { return (int16)(dot4_8(acc.lo, w.lo, x), dot4_8(acc.hi, w.hi, x)); }
#define dot4 JOIN(dot4_, WIDTH)
#endif
#endif

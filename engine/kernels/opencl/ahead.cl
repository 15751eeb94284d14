// Loading several blocks of weights before the first is used. Include behind vectors.cl, with AHEAD defined: how many.

// Zero, though compilers cannot know it, and not before all loads of the blocks are back. A dot product that starts
// from it keeps them from being put off until each is needed, which is how NVIDIA's compiler saves registers.
inline ints zero_after(ints words[AHEAD][BLOCK / 4], const floats* scales, int blocks) {
  ints all = 0;
#if AHEAD > 1
#pragma unroll
  for (int a = 0; a < AHEAD; ++a) {
#pragma unroll
    for (int k = 0; k < BLOCK / 4; ++k) all |= words[a][k];
    all |= AS_INTS(scales[a]);
  }
  all &= blocks >> 30;
#endif
  return all;
}

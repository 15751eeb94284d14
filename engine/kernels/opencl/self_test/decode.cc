#include "engine/kernels/opencl/self_test/decode.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ferro::opencl::self_test {
namespace {

constexpr int kRows = 11;
constexpr float kEps = 1e-5f;
constexpr float kBefore = 0.7f;  // what y holds before a product
constexpr int kTaps = 3;

// At least twice around the splits: then a norm, too, is more than one round of its loops.
int InputsFor(const GemvTuning& tuning) {
  const int ahead = std::max(tuning.shape.ahead, tuning.narrow_outputs > 0 ? tuning.narrow.ahead : 1);
  return (kGemvSplits * std::max(ahead, 2) + 1) * kBlock;
}

HostInt8 NormedAndQuantised(std::vector<float> x, const std::vector<float>& weight) {
  const int inputs = static_cast<int>(weight.size());
  for (size_t at = 0; at < x.size(); at += inputs) Scalar().rms_norm(&x[at], weight.data(), kEps, inputs, &x[at]);
  return Quantised(x, inputs);
}

std::string Text(FusedForm form, RowRange rows) {
  return absl::StrCat(FusedFormName(form), " of ", rows.count, " rows");
}

}  // namespace

DecodeTest::DecodeTest(Context& context, const GemvKernels& kernels)
    : context_(context),
      kernels_(kernels),
      width_(kernels.tuning().shape.lanes + kBlock),
      inputs_(InputsFor(kernels.tuning())),
      rig_(context),
      weights_(rig_, 3 * width_, inputs_, 1),
      x_(RandomFloats(int64_t{kRows} * inputs_, 1, 3.0f)),
      norm_weight_(RandomFloats(inputs_, 2, 1.0f)),
      quantised_(Quantised(x_, inputs_)),
      normed_(NormedAndQuantised(x_, norm_weight_)),
      x_buffer_(rig_.Upload(x_)),
      norm_buffer_(rig_.Upload(norm_weight_)),
      input_(rig_.Upload(quantised_)) {}

std::variant<InputView, NormedRows> DecodeTest::Input(bool norm) const {
  if (norm) return NormedRows{{x_buffer_.get(), inputs_}, norm_buffer_.get(), kEps};
  return input_.view();
}

std::vector<float> DecodeTest::Product(const Matrices& weights, bool norm, int row) {
  return weights.Gemv(0, norm ? normed_ : quantised_, row);
}

std::vector<RowRange> DecodeTest::Ranges(bool norm) const {
  std::vector<RowRange> ranges;
  for (const RowRange range : {RowRange{3, 1}, {1, 2}, {2, 3}, {1, 9}}) {
    if (!norm || kernels_.FusesNorm(inputs_, range.count)) ranges.push_back(range);
  }
  return ranges;
}

void DecodeTest::TestStore(Rig& rig, const Matrices& weights, int outputs, bool norm, bool add) {
  std::vector<float> products;
  for (int row = 0; row < kRows; ++row) {
    const std::vector<float> product = Product(weights, norm, row);
    products.insert(products.end(), product.begin(), product.begin() + outputs);
  }
  for (const RowRange range : Ranges(norm)) {
    std::vector<float> want(products.size(), kBefore);
    const Buffer y = rig.Upload(want);
    for (int i = range.begin * outputs; i < (range.begin + range.count) * outputs; ++i) {
      want[i] = add ? kBefore + products[i] : products[i];
    }
    const RowsView to = {y.get(), outputs};
    GemvArgs args = {.weights = weights.view(outputs), .rows = range, .input = Input(norm)};
    if (add) {
      args.output = AddTo{to};
    } else {
      args.output = StoreTo{to};
    }
    rig.Run([&](LaunchList& out) { return kernels_.Gemv(args, out); });
    rig.Expect(absl::StrCat("gemv_", norm ? "norm_" : "", add ? "add" : "store", " of ", range.count, " rows"), y,
               want);
  }
}

void DecodeTest::TestSwiglu(Rig& rig, bool norm) {
  std::vector<float> want(kRows * width_);
  for (int row = 0; row < kRows; ++row) {
    const std::vector<float> product = Product(weights_, norm, row);
    Scalar().swiglu(product.data(), &product[width_], width_, &want[row * width_]);
  }
  for (const RowRange range : Ranges(norm)) {
    const DeviceInt8 to = rig.UnwrittenInt8(kRows, width_);
    rig.Run([&](LaunchList& out) {
      return kernels_.Gemv({weights_.view(2 * width_), range, Input(norm), SwigluTo{to.view()}}, out);
    });
    rig.ExpectQuantised(Text(norm ? FusedForm::kNormSwiglu : FusedForm::kSwiglu, range), to, want, range);
  }
}

void DecodeTest::TestConvolve(Rig& rig, bool norm) {
  constexpr int kSlots = kRows + 1;
  const auto slot_of = [](int row) { return (row * 5 + 2) % kSlots; };  // each once: 5 does not divide 12
  std::vector<int32_t> pass(4 * 3 * kRows, -1);
  for (int row = 0; row < kRows; ++row) pass[4 * row + 2] = slot_of(row);
  const std::vector<float> taps = RandomFloats(width_ * kTaps, 5, 1.0f);
  const std::vector<float> before = RandomFloats(int64_t{kSlots} * (kTaps - 1) * width_, 6, 9.0f);
  const Buffer pass_buffer = rig.Upload(pass), taps_buffer = rig.Upload(taps);
  for (const RowRange range : Ranges(norm)) {
    std::vector<float> state = before, want(kRows * width_);
    const Buffer state_buffer = rig.Upload(state);
    for (int row = range.begin; row < range.begin + range.count; ++row) {
      const std::vector<float> bcx = Product(weights_, norm, row);
      Scalar().short_conv({bcx.data(), 3 * width_, 1, width_, taps.data(), kTaps,
                           &state[slot_of(row) * (kTaps - 1) * width_], &want[row * width_], width_},
                          0, width_);
    }
    const DeviceInt8 to = rig.UnwrittenInt8(kRows, width_);
    const ConvolveTo output = {to.view(), taps_buffer.get(), state_buffer.get(), kTaps, {pass_buffer.get(), kRows}};
    rig.Run([&](LaunchList& out) { return kernels_.Gemv({weights_.view(), range, Input(norm), output}, out); });
    const std::string kernel = Text(norm ? FusedForm::kNormConvolve : FusedForm::kConvolve, range);
    rig.ExpectQuantised(kernel, to, want, range);
    rig.Expect(kernel, state_buffer, state);
  }
}

// Pairs of a row and one of two experts of three. Storing, a pair has an input of its own; gating, it has its row's: as
// a mixture of experts asks for them.
void DecodeTest::TestExperts(Rig& rig, bool swiglu) {
  constexpr int kUsed = 2, kFirst = 1, kCount = 4, kPairs = kRows / kUsed * kUsed;
  constexpr RowRange kPairRange = {kFirst * kUsed, kCount * kUsed};
  const Matrices stack(rig, 2 * width_, inputs_, 3);
  std::vector<int32_t> chosen(kPairs);
  for (int pair = 0; pair < kPairs; ++pair) chosen[pair] = pair * 2 % 3;
  const Buffer chosen_buffer = rig.Upload(chosen);
  std::vector<float> sums(kPairs * 2 * width_, kBefore), gated(kPairs * width_);
  const Buffer y = rig.Upload(sums);
  const DeviceInt8 to = rig.UnwrittenInt8(kPairs, width_);
  for (int pair = kPairRange.begin; pair < kPairRange.begin + kPairRange.count; ++pair) {
    const std::vector<float> product = stack.Gemv(chosen[pair], quantised_, swiglu ? pair / kUsed : pair);
    std::copy(product.begin(), product.end(), &sums[pair * 2 * width_]);
    Scalar().swiglu(product.data(), &product[width_], width_, &gated[pair * width_]);
  }
  ExpertGemvArgs args = {.weights = stack.view(),
                         .chosen = chosen_buffer.get(),
                         .used = kUsed,
                         .rows = {kFirst, kCount},
                         .input = input_.view(),
                         .input_per_pair = !swiglu,
                         .output = StoreTo{{y.get(), 2 * width_}}};
  if (swiglu) args.output = SwigluTo{to.view()};
  rig.Run([&](LaunchList& out) { return kernels_.ExpertGemv(args, out); });
  if (swiglu) {
    rig.ExpectQuantised(FusedFormName(FusedForm::kExpertsSwiglu), to, gated, kPairRange);
  } else {
    rig.Expect("gemv_experts_store", y, sums);
  }
}

absl::Status DecodeTest::TestPlain() {
  FERRO_RETURN_IF_ERROR(rig_.status());
  Rig rig(context_);
  const int outputs = 3 * width_ - 3;  // ends within a group
  for (const bool add : {false, true}) TestStore(rig, weights_, outputs, /*norm=*/false, add);
  if (const int narrow = kernels_.tuning().narrow_outputs; narrow >= outputs) {
    // That was the program for narrow matrices.
    const Matrices wide(rig, narrow + 33, inputs_, 1);
    for (const bool add : {false, true}) TestStore(rig, wide, narrow + 33, /*norm=*/false, add);
  }
  TestExperts(rig, /*swiglu=*/false);
  return rig.status();
}

absl::Status DecodeTest::Test(FusedForm form) {
  FERRO_RETURN_IF_ERROR(rig_.status());
  Rig rig(context_);
  switch (form) {
    case FusedForm::kSwiglu:
    case FusedForm::kNormSwiglu:
      TestSwiglu(rig, form == FusedForm::kNormSwiglu);
      break;
    case FusedForm::kConvolve:
    case FusedForm::kNormConvolve:
      TestConvolve(rig, form == FusedForm::kNormConvolve);
      break;
    case FusedForm::kNorm:
      TestStore(rig, weights_, 3 * width_ - 3, /*norm=*/true, /*add=*/false);
      break;
    case FusedForm::kExpertsSwiglu:
      TestExperts(rig, /*swiglu=*/true);
      break;
    case FusedForm::kMma:
      return absl::InternalError("not a form of decode products");
  }
  return rig.status();
}

}  // namespace ferro::opencl::self_test

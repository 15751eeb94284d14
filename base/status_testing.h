// GoogleTest helpers for absl::Status (Debian's Abseil has no status matchers).
#ifndef FERRO_BASE_STATUS_TESTING_H_
#define FERRO_BASE_STATUS_TESTING_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ferro {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <class T>
const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

}  // namespace ferro

#define EXPECT_OK(expr) EXPECT_EQ(::ferro::StatusOf(expr), absl::OkStatus())
#define ASSERT_OK(expr) ASSERT_EQ(::ferro::StatusOf(expr), absl::OkStatus())
#define FERRO_TEST_JOIN_INNER(a, b) a##b
#define FERRO_TEST_JOIN(a, b) FERRO_TEST_JOIN_INNER(a, b)
#define ASSERT_OK_AND_ASSIGN(lhs, expr) ASSERT_OK_AND_ASSIGN_IMPL(FERRO_TEST_JOIN(ferro_or_, __LINE__), lhs, expr)
#define ASSERT_OK_AND_ASSIGN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                              \
  ASSERT_EQ(tmp.status(), absl::OkStatus());      \
  lhs = *std::move(tmp)

#endif  // FERRO_BASE_STATUS_TESTING_H_

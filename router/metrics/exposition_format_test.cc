#include "router/metrics/exposition_format.h"

#include "gtest/gtest.h"

namespace ferro::router {
namespace {

constexpr auto kText = ExpositionFormat::kText;
constexpr auto kOpenMetrics = ExpositionFormat::kOpenMetrics;

TEST(ExpositionFormatTest, WhatScrapersSend) {
  // curl and browsers.
  EXPECT_EQ(ChooseFormat(""), kText);
  EXPECT_EQ(ChooseFormat("*/*"), kText);
  EXPECT_EQ(ChooseFormat("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"), kText);
  // Prometheus 2.42 and 3.
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                         "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"),
            kOpenMetrics);
  EXPECT_EQ(
      ChooseFormat("application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                   "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1"),
      kOpenMetrics);
}

TEST(ExpositionFormatTest, WeightsAndVersions) {
  EXPECT_EQ(ChooseFormat("application/openmetrics-text"), kOpenMetrics);
  EXPECT_EQ(ChooseFormat(" Application/OpenMetrics-Text ; Q=0.5 ; version=1.0.0"), kOpenMetrics);
  EXPECT_EQ(ChooseFormat("text/plain, application/openmetrics-text"), kOpenMetrics);
  EXPECT_EQ(ChooseFormat("text/plain, application/openmetrics-text;q=0.9"), kText);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;q=0"), kText);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;version=0.0.1"), kText);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;version=2.0.0"), kText);
  EXPECT_EQ(ChooseFormat("application/openmetrics-text;q=high"), kText);
  EXPECT_EQ(ChooseFormat(";;,=,;q="), kText);
}

}  // namespace
}  // namespace ferro::router

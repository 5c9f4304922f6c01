// The findings of a campaign in the formats that other programs read: JUnit for build servers,
// SARIF for code scanning; and the statements that the target refused, for whoever keeps its
// dialect.
#pragma once

#include <string>

#include "campaign/campaign.h"

namespace dinkel {

std::string to_junit(const std::string& target, const CampaignState& state);
std::string to_sarif(const std::string& target, const CampaignState& state);
std::string refusals_markdown(const std::string& target, const CampaignState& state);

}  // namespace dinkel

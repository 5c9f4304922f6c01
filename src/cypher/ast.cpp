#include "cypher/ast.h"

namespace dinkel {

ExprNode::ExprNode() = default;
ExprNode::ExprNode(const ExprNode&) = default;
ExprNode::ExprNode(ExprNode&&) noexcept = default;
ExprNode& ExprNode::operator=(const ExprNode&) = default;
ExprNode& ExprNode::operator=(ExprNode&&) noexcept = default;
ExprNode::~ExprNode() = default;
bool ExprNode::operator==(const ExprNode& other) const {
  return static_cast<const variant&>(*this) == static_cast<const variant&>(other);
}

ClauseNode::ClauseNode() = default;
ClauseNode::ClauseNode(const ClauseNode&) = default;
ClauseNode::ClauseNode(ClauseNode&&) noexcept = default;
ClauseNode& ClauseNode::operator=(const ClauseNode&) = default;
ClauseNode& ClauseNode::operator=(ClauseNode&&) noexcept = default;
ClauseNode::~ClauseNode() = default;
bool ClauseNode::operator==(const ClauseNode& other) const {
  return static_cast<const variant&>(*this) == static_cast<const variant&>(other);
}

}  // namespace dinkel

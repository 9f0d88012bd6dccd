// Parses PromQL with the grammar of Prometheus itself: which metrics and labels an expression names, and in which
// functions.

import { parser } from '@prometheus-io/lezer-promql'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

export type Selector = {
  metric: string
  labels: { name: string; value: string }[]
  /** The functions around the selector, the nearest first. */
  within: string[]
}
export type Query = { faults: string[]; selectors: Selector[]; groupedBy: { labels: string[]; metrics: string[] }[] }

export function readQuery(expression: string): Query {
  const { topNode } = parser.parse(expression)
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to)
  const query: Query = { faults: [], selectors: [], groupedBy: [] }
  visit(topNode, (node) => {
    if (node.type.isError) query.faults.push(`not PromQL at ${node.from}: ${expression}`)
    if (node.name === 'VectorSelector') query.selectors.push(selectorOf(node, text))
    if (node.name === 'GroupingLabels')
      query.groupedBy.push({
        labels: node.getChildren('LabelName').map(text),
        metrics: metricsUnder(nearest(node, 'AggregateExpr') ?? topNode, text),
      })
  })
  return query
}

type Text = (node: SyntaxNode) => string

function selectorOf(node: SyntaxNode, text: Text): Selector {
  const metric = node.getChild('Identifier')
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return {
    metric: metric ? text(metric) : '',
    labels: matchers.map((matcher) => ({
      name: text(matcher.getChild('LabelName')!),
      value: text(matcher.getChild('StringLiteral')!).slice(1, -1),
    })),
    within: functionsAround(node, text),
  }
}

function functionsAround(node: SyntaxNode, text: Text): string[] {
  const call = nearest(node, 'FunctionCall')
  if (!call) return []
  return [text(call.getChild('FunctionIdentifier')!), ...functionsAround(call, text)]
}

function metricsUnder(node: SyntaxNode, text: Text): string[] {
  const metrics: string[] = []
  visit(node, (inner) => {
    if (inner.name === 'VectorSelector' && inner.getChild('Identifier'))
      metrics.push(text(inner.getChild('Identifier')!))
  })
  return metrics
}

function nearest(node: SyntaxNode, name: string): SyntaxNode | undefined {
  for (let parent = node.parent; parent; parent = parent.parent) if (parent.name === name) return parent
  return undefined
}

function visit(node: SyntaxNode, look: (node: SyntaxNode) => void): void {
  look(node)
  for (let child = node.firstChild; child; child = child.nextSibling) visit(child, look)
}

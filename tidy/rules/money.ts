import type { Node } from 'oxc-parser'
import { contains, dottedName, faultsIn, nameOf } from '../syntax.ts'
import { isTest, type Rule, sources } from '../tree.ts'

/** Names of amounts: `amount_micros`, `spendMicros`, `amount`, `investment_amount`. */
const AMOUNT = /(_micros|Micros|^micros|(^|_)amount|Amount)$/
const TO_FLOAT = /^(Number|parseInt|Number\.parseInt|Math\.\w+)$/

/**
 * No JavaScript number near money (PRODUCT §3): no `parseFloat`, no `toFixed`, no `Number(…)`, `Math.…(…)` or unary
 * plus on an amount, no amount typed or parsed as `number`. Only `packages/money` may leave `bigint` (for drawing);
 * tests and measurements, which format durations, are exempt.
 */
export const noFloatNearMoney: Rule = (tree) =>
  sources(tree)
    .filter(
      ({ path }) => /^(apps|packages)\//.test(path) && !path.startsWith('packages/money/') && !isTest(path),
    )
    .flatMap((file) => faultsIn(file, faultOf))

function faultOf(node: Node): string | null {
  if (node.type === 'CallExpression') return callFault(node)
  if (node.type === 'UnaryExpression' && node.operator === '+' && speaksOfAmount(node.argument)) {
    return 'an amount made a float by unary plus'
  }
  return isAmountTypedNumber(node) ? 'an amount typed `number`; amounts are `bigint` micro-units' : null
}

function callFault(node: Extract<Node, { type: 'CallExpression' }>): string | null {
  const callee = dottedName(node.callee) ?? ''
  if (/(^|\.)parseFloat$/.test(callee))
    return 'parseFloat: money is parsed by packages/money, other numbers by zod'
  if (
    node.callee.type === 'MemberExpression' &&
    /^to(Fixed|Precision)$/.test(nameOf(node.callee.property) ?? '')
  ) {
    return 'toFixed: figures are formatted by packages/money or Intl'
  }
  if (TO_FLOAT.test(callee) && node.arguments.some(speaksOfAmount))
    return `${callee} on an amount makes it a float`
  return null
}

function isAmountTypedNumber(node: Node): boolean {
  if (node.type === 'TSPropertySignature' || node.type === 'PropertyDefinition') {
    return isAmountName(node.key) && node.typeAnnotation != null && holdsNumber(node.typeAnnotation)
  }
  if (node.type === 'Identifier') {
    const { typeAnnotation } = node
    return AMOUNT.test(node.name) && typeAnnotation != null && holdsNumber(typeAnnotation)
  }
  if (node.type === 'Property') return isAmountName(node.key) && contains(node.value, isNumberSchema)
  return false
}

function holdsNumber(annotation: Node): boolean {
  return contains(annotation, (node) => node.type === 'TSNumberKeyword')
}

function isNumberSchema(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    /^z\.(coerce\.)?(number|int|float64)$/.test(dottedName(node.callee) ?? '')
  )
}

function isAmountName(key: Node): boolean {
  return AMOUNT.test(nameOf(key) ?? '')
}

function speaksOfAmount(node: Node): boolean {
  return contains(node, (inner) => inner.type === 'Identifier' && AMOUNT.test(inner.name))
}

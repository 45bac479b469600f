import { importsOf } from '../imports.ts'
import type { Rule, Violation } from '../tree.ts'

/**
 * No file imports itself indirectly. Type-only imports don't count: they are erased, and the kernel's `Services` has
 * to name types of the modules' in-memory parts (docs/decisions).
 */
export const noImportCircles: Rule = (tree) => {
  const edges = new Map<string, string[]>()
  for (const { from, target, type_only } of importsOf(tree)) {
    if (target !== null && !type_only) edges.set(from, [...(edges.get(from) ?? []), target])
  }
  return stronglyConnected(edges)
    .filter(
      (component) =>
        component.length > 1 || (edges.get(component[0] ?? '') ?? []).includes(component[0] ?? ''),
    )
    .map((component): Violation => {
      const names = component.toSorted()
      return { path: names[0] ?? '', message: `import circle: ${names.join(', ')}` }
    })
}

/** Tarjan's strongly connected components. */
function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const on_stack = new Set<string>()
  const components: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    let low = index
    order.set(node, index)
    stack.push(node)
    on_stack.add(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (on_stack.has(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node))
      for (const member of component) on_stack.delete(member)
      components.push(component)
    }
    return low
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return components
}

import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again what these calls have answered so far. Nobody waits for it: a mutation that did would lose what its screen
 * has to say afterwards, where the new answer takes that screen away.
 */
export function readAgain(client: QueryClient, calls: readonly { readonly name: string }[]): void {
  const names: readonly unknown[] = calls.map(({ name }) => name)
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) })
}

import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again what these calls have answered so far, without waiting for it: a mutation that waited would lose its success
 * message wherever the new answer removes the screen that shows it.
 */
export function readAgain(client: QueryClient, calls: readonly { readonly name: string }[]): void {
  const names: readonly unknown[] = calls.map(({ name }) => name)
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) })
}

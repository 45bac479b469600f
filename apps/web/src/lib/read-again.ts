import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches these calls' answers, without waiting: a mutation that waited would lose its callbacks if the new answer
 * unmounts its screen.
 */
export function readAgain(client: QueryClient, calls: readonly { readonly name: string }[]): void {
  const names: readonly unknown[] = calls.map(({ name }) => name)
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) })
}

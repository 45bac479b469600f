import type { QueryClient } from '@tanstack/react-query'

/** Refetches these calls without waiting: a waiting mutation would lose its callbacks if its screen unmounts. */
export function readAgain(client: QueryClient, calls: readonly { readonly name: string }[]): void {
  const names: readonly unknown[] = calls.map(({ name }) => name)
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) })
}

/** The paths of the customer app's pages, in order, from its `routes.ts`; unknown paths as `/no-such-page`. */
export function pathsOf(routes_source: string): string[] {
  const paths = [...routes_source.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path]) => path ?? '')
  return paths.map((path) => (path === '*' ? '/no-such-page' : path))
}

/** The namespaces of every screen, in a language's first chunk. Pages name their own (`PageMeta.messages`). */
export const FIRST_NAMESPACES = [
  'titles',
  'shell',
  'ui',
  'validation',
  'notFound',
  'auth',
  'pin',
  'images',
  'holds',
  'adCenter',
] as const
export type FirstNamespace = (typeof FIRST_NAMESPACES)[number]

/** Whether a namespace is in a language's first chunk. */
export function isFirst(namespace: string): namespace is FirstNamespace {
  return FIRST_NAMESPACES.some((first) => first === namespace)
}

/** What the console takes of the customer app's catalogues: the words of primitives, and of what schemas find. */
export const CONSOLE_BORROWS = ['ui', 'validation'] as const

/** A catalogue file's namespace: `ad-center.json` is `adCenter`. */
export function namespaceOf(file: string): string {
  return file.replace(/\.json$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

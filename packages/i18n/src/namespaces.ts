/**
 * Namespaces that every screen may need: a language's first chunk. Those of a feature arrive with its pages, which
 * name them (`PageMeta.messages`).
 */
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

/** Whether a namespace comes with a language's first chunk. */
export function isFirst(namespace: string): namespace is FirstNamespace {
  return FIRST_NAMESPACES.some((first) => first === namespace)
}

/** The namespace that a catalogue file holds: `ad-center.json` is `adCenter`. */
export function namespaceOf(file: string): string {
  return file.replace(/\.json$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Adds each text in an answer to what is known, by the name of the member that it stands in; `name` is the answer's own. */
export function collect(known: Map<string, string[]>, value: unknown, name: string): void {
  if (typeof value === 'string' && name !== '') {
    const values = known.get(name) ?? []
    if (!values.includes(value)) known.set(name, [...values, value])
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) collect(known, member, Array.isArray(value) ? name : key)
}

/** A broken promise that a simulation found, with the step at which it showed. */
export class Finding extends Error {
  constructor(promise: string, details: string) {
    super(`${promise}: ${details}`)
    this.name = 'Finding'
  }
}

/** Throws a `Finding` unless `holds`. */
export function promised(holds: boolean, promise: string, details: () => string): void {
  if (!holds) throw new Finding(promise, details())
}

import { DatabaseError } from 'pg'

/** The name of the unique constraint that a statement ran into, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined
}

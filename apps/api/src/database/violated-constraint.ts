import { DatabaseError } from 'pg'

/** The unique constraint that a statement violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code === '23505' ? error.constraint : undefined
}

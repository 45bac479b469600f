import type { PasswordHasher } from './password-hasher.ts'

/** What identity keeps in a process's memory. */
export interface IdentityEngine {
  hasher: PasswordHasher
}

declare module '../services.ts' {
  interface Services {
    identity: IdentityEngine
  }
}

import type { Services } from '../services.ts'
import { PasswordHasher } from './password-hasher.ts'
import { SessionKeeper } from './session-keeper.ts'
import { SignInLimits } from './sign-in-limits.ts'

/** What identity keeps in a process's memory. */
export interface IdentityEngine {
  hasher: PasswordHasher
  keeper: SessionKeeper
  limits: SignInLimits
}

declare module '../services.ts' {
  interface Services {
    identity: IdentityEngine
  }
}

/** Makes the engine. */
export async function createEngine(services: Services): Promise<IdentityEngine> {
  const [hasher, keeper] = await Promise.all([PasswordHasher.create(), SessionKeeper.create(services)])
  return { hasher, keeper, limits: new SignInLimits() }
}

import { DEVICE_KINDS, OPERATING_SYSTEMS } from '@adtally/contract/enums.ts'
import { memoized } from '../../../lib/memoized.ts'
import { readAgent } from './visitor.ts'

const ENGINES = [
  { name: 'gecko', sign: /\bgecko\/\d|\bfxios\//i },
  { name: 'blink', sign: /\b(?:chrome|chromium|crios)\//i },
  { name: 'webkit', sign: /\bapplewebkit\//i },
] as const
const AGENTS_MAX = 5_000

/**
 * The class of a user agent as one byte: its device, system and engine. A browser keeps its class when it is updated or
 * when a frame or a player asks in its name, while another browser's is mostly another.
 */
export const agentClassOf = memoized((user_agent): number => {
  const { device, operating_system } = readAgent(user_agent)
  const engine = ENGINES.findIndex(({ sign }) => sign.test(user_agent)) + 1
  const system = OPERATING_SYSTEMS.indexOf(operating_system)
  return (engine * OPERATING_SYSTEMS.length + system) * DEVICE_KINDS.length + DEVICE_KINDS.indexOf(device)
}, AGENTS_MAX)

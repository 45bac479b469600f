import type { Module } from '../module.ts'
import type {} from './tables.ts'

export type { DeliveryGate } from './delivery-gate.ts'
export type {
  ConversionItem,
  ConversionResult,
  DeliverablePlan,
  InvalidEvent,
  ReversalResult,
  SpendItem,
  SpendResult,
} from './delivery-types.ts'
export type { PlanTrigger } from './status-table.ts'

/** The channel on which the database announces placed plans and every change of a status or pause. */
export const PLANS_CHANNEL = 'plans_changed'

/** Placing, the status table, cancel, pause and stop, settlement, the loss record. */
export const plansModule: Module = { name: 'plans' }

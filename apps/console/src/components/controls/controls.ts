import type { FieldKind } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { ComponentType } from 'react'
import { ChoiceControl, FlagControl } from './choice-controls.tsx'
import type { ControlProps } from './control-props.ts'
import { DocumentControl, FileControl } from './file-controls.tsx'
import {
  AmountControl,
  CodeControl,
  ListControl,
  LongTextControl,
  SecretControl,
  TextControl,
  WholeControl,
} from './text-controls.tsx'
import { DayControl, MomentControl, MonthControl } from './time-controls.tsx'

/** The one control of each kind of field. */
export const CONTROLS: Readonly<Record<FieldKind, ComponentType<ControlProps>>> = {
  account: CodeControl,
  amount: AmountControl,
  choice: ChoiceControl,
  customer: CodeControl,
  day: DayControl,
  digest: CodeControl,
  document: DocumentControl,
  evidence: LongTextControl,
  evidence_file: FileControl,
  file: FileControl,
  flag: FlagControl,
  id: CodeControl,
  lines: ListControl,
  list: ListControl,
  long_text: LongTextControl,
  moment: MomentControl,
  month: MonthControl,
  number: CodeControl,
  numbers: ListControl,
  reason: LongTextControl,
  secret: SecretControl,
  text: TextControl,
  whole: WholeControl,
}

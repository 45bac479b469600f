import { lazy } from 'react'

/** Dialogs and sheets are opened by few visits: their code is loaded when the first one opens. */
export const Dialog = lazy(() =>
  import('@adtally/ui/dialog.tsx').then((module) => ({ default: module.Dialog })),
)
export const Sheet = lazy(() => import('@adtally/ui/sheet.tsx').then((module) => ({ default: module.Sheet })))

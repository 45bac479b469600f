/** Named formats for ICU messages: `{at, date, moment}`. */
export const FORMATS = {
  dateTime: {
    day: { dateStyle: 'medium' },
    moment: { dateStyle: 'medium', timeStyle: 'short' },
  },
} as const satisfies { dateTime: Record<string, Intl.DateTimeFormatOptions> }

/** The user agent of Safari on a phone or tablet; other browsers and apps lack one of the two parts. */
const SAFARI = /Version\/\S+ (Mobile\/\S+ )?Safari\//

/** Whether this is Safari on iOS outside the home screen, where the app can only be added by hand. */
export function isInSafari({ standalone, userAgent }: { standalone?: unknown; userAgent: string }): boolean {
  // Only iOS has this member; true means opened from the home screen.
  return standalone === false && SAFARI.test(userAgent)
}

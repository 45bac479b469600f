/** What the registration form holds as text; the phone has a control of its own. */
export interface RegistrationValues {
  licence_key: string
  username: string
  password: string
  confirm_password: string
  nickname: string
  email: string
}

/** A form in which nothing is typed but, where a link brought one, the licence key. */
export function startingWith(licence_key: string): RegistrationValues {
  return { licence_key, username: '', password: '', confirm_password: '', nickname: '', email: '' }
}

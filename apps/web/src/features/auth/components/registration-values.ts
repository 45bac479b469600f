/** The registration form's texts; the phone has its own control. */
export interface RegistrationValues {
  licence_key: string
  username: string
  password: string
  confirm_password: string
  nickname: string
  email: string
}

/** An empty form, but for the licence key if a link brought one. */
export function startingWith(licence_key: string): RegistrationValues {
  return { licence_key, username: '', password: '', confirm_password: '', nickname: '', email: '' }
}

/** What the registration form holds as text; the phone has a control of its own. */
export interface RegistrationValues {
  licence_key: string
  username: string
  password: string
  confirm_password: string
  nickname: string
  email: string
}

export const EMPTY_REGISTRATION: RegistrationValues = {
  licence_key: '',
  username: '',
  password: '',
  confirm_password: '',
  nickname: '',
  email: '',
}

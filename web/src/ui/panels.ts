/** The dialogs of the table. */
export type Panel =
  | 'rules' | 'settings' | 'menu' | 'sort' | 'hint' | 'scores' | 'goals' | 'phrases' | 'fair' | 'knock' | 'go_out' | 'last' | 'log' | 'invite' | 'replay'; // prettier-ignore

import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What whoever chooses a server for documents should know of it. */
export const documentServerTexts = defineMessages({
  unproven: {
    en: 'Proven against FerretDB 1.24, which speaks as MongoDB does, and not against MongoDB itself.',
    de: 'Erprobt mit FerretDB 1.24, das wie MongoDB spricht, nicht mit MongoDB selbst.',
  },
  together: {
    en: 'This server has no roles: each of its logins reaches all of its databases. Weft itself opens none but the tenant’s own.',
    de: 'Dieser Server kennt keine Rollen: Jede Anmeldung erreicht dort alle Datenbanken. Weft selbst öffnet nur die des Mandanten.',
  },
})

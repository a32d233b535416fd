import { defineMessages } from '@weft/kit/messages/messages.ts'

export const storageTexts = defineMessages({
  badPath: {
    en: 'The path "{path}" leads out of the storage or is not allowed.',
    de: 'Der Pfad „{path}“ führt aus dem Speicher hinaus oder ist nicht zulässig.',
  },
  longName: {
    en: 'A file or folder name may have at most 200 characters.',
    de: 'Ein Datei- oder Ordnername darf höchstens 200 Zeichen haben.',
  },
  longPath: {
    en: 'A path may have at most about 900 characters.',
    de: 'Ein Pfad darf höchstens etwa 900 Zeichen haben.',
  },
  noFile: { en: 'There is no file "{path}".', de: 'Es gibt keine Datei „{path}“.' },
  noFolder: { en: 'There is no folder "{path}".', de: 'Es gibt keinen Ordner „{path}“.' },
  isFolder: { en: '"{path}" is a folder.', de: '„{path}“ ist ein Ordner.' },
  exists: { en: '"{path}" already exists.', de: '„{path}“ gibt es bereits.' },
  full: {
    en: 'The storage is full. Nothing was saved; delete files that are no longer needed or ask for more space.',
    de: 'Der Speicher ist voll. Es wurde nichts gespeichert; löschen Sie nicht mehr benötigte Dateien oder fordern Sie mehr Platz an.',
  },
  tooLarge: {
    en: 'The file is larger than {limit, number} MB. Nothing was saved.',
    de: 'Die Datei ist größer als {limit, number} MB. Es wurde nichts gespeichert.',
  },
  cancelled: {
    en: 'The upload was cancelled. Nothing was saved.',
    de: 'Der Upload wurde abgebrochen. Es wurde nichts gespeichert.',
  },
  changed: {
    en: 'The file "{path}" changed while it was being read.',
    de: 'Die Datei „{path}“ wurde geändert, während sie gelesen wurde.',
  },
  unreachable: {
    en: 'The server {host} could not be reached at port {port}: {reason}.',
    de: 'Der Server {host} ist unter Port {port} nicht erreichbar: {reason}.',
  },
  late: {
    en: 'The server {host} did not answer within {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Der Server {host} hat nicht innerhalb von {seconds, plural, one {# Sekunde} other {# Sekunden}} geantwortet.',
  },
  login: {
    en: 'The server {host} did not accept user or password.',
    de: 'Der Server {host} hat Benutzer oder Passwort nicht angenommen.',
  },
  stranger: {
    en: 'The server {host} shows another key than at the test ({fingerprint}). Either it was set up anew, or somebody stands in between. If you know why, test the storage again and save it.',
    de: 'Der Server {host} zeigt einen anderen Schlüssel als beim Test ({fingerprint}). Entweder wurde er neu eingerichtet, oder jemand steht dazwischen. Wenn Sie den Grund kennen, testen Sie den Speicher erneut und speichern Sie ihn.',
  },
  noTls: {
    en: 'The server {host} cannot be reached with TLS: {reason}.',
    de: 'Der Server {host} ist nicht mit TLS erreichbar: {reason}.',
  },
  noRoot: {
    en: 'The server {host} has no folder "{root}".',
    de: 'Auf dem Server {host} gibt es keinen Ordner „{root}“.',
  },
  denied: {
    en: 'The server {host} does not allow this for "{path}".',
    de: 'Der Server {host} erlaubt das für „{path}“ nicht.',
  },
  lost: {
    en: 'The connection to the server {host} was lost: {reason}.',
    de: 'Die Verbindung zum Server {host} ist abgebrochen: {reason}.',
  },
  refused: { en: 'The server {host} refused: {reason}.', de: 'Der Server {host} hat abgelehnt: {reason}.' },
  busy: {
    en: 'The storage on {host} is in use by too many at once. Please try again shortly.',
    de: 'Der Speicher auf {host} wird gerade von zu vielen gleichzeitig benutzt. Bitte versuchen Sie es gleich noch einmal.',
  },
})

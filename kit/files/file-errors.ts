import { Conflict, Invalid, NotFound, Unavailable } from '../errors/errors.ts'
import { defineMessages, inserted, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  path: {
    en: 'The path "{path}" leads out of the folder of the connection or is not allowed.',
    de: 'Der Pfad „{path}“ führt aus dem Ordner der Verbindung hinaus oder ist nicht zulässig.',
  },
  noFile: { en: 'There is no file "{path}".', de: 'Es gibt keine Datei „{path}“.' },
  noFolder: { en: 'There is no folder "{path}".', de: 'Es gibt keinen Ordner „{path}“.' },
  isFolder: { en: '"{path}" is a folder.', de: '„{path}“ ist ein Ordner.' },
  exists: { en: '"{path}" already exists.', de: '„{path}“ gibt es bereits.' },
  inside: {
    en: '"{path}" cannot be moved into itself.',
    de: '„{path}“ lässt sich nicht in sich selbst verschieben.',
  },
  denied: {
    en: '{host} does not allow this for "{path}".',
    de: '{host} erlaubt das für „{path}“ nicht.',
  },
  full: {
    en: '{host} has no space left. Nothing was saved.',
    de: 'Auf {host} ist kein Platz mehr. Es wurde nichts gespeichert.',
  },
  busy: {
    en: 'The connection to {host} is in use by too many steps at once.',
    de: 'Die Verbindung zu {host} wird von zu vielen Schritten gleichzeitig benutzt.',
  },
  failed: { en: '{host} cannot be used: {reason}', de: '{host} lässt sich nicht benutzen: {reason}' },
})

// What goes wrong with the files of another system, said the same way by every connector.

export const badPath = (path: string) =>
  new Invalid('FILE_PATH', texts.path({ path: path.slice(0, 200).replaceAll('\0', '') }))
export const noFile = (path: string, cause?: unknown) =>
  new NotFound('FILE_NOT_FOUND', texts.noFile({ path }), { cause })
export const noFolder = (path: string, cause?: unknown) =>
  new NotFound('FOLDER_NOT_FOUND', texts.noFolder({ path: path || '/' }), { cause })
export const isFolder = (path: string) => new Invalid('FILE_IS_FOLDER', texts.isFolder({ path: path || '/' }))
export const fileExists = (path: string) => new Conflict('FILE_EXISTS', texts.exists({ path }))
export const insideItself = (path: string) => new Invalid('FILE_PATH', texts.inside({ path }))
export const fileDenied = (host: string, path: string, cause?: unknown) =>
  new Invalid('FILE_DENIED', texts.denied({ host, path: path || '/' }), { cause })
export const noSpace = (host: string, cause?: unknown) =>
  new Unavailable('FILE_NO_SPACE', texts.full({ host }), { cause })
export const filesBusy = (host: string) => new Unavailable('FILES_BUSY', texts.busy({ host }))
export const filesFailed = (host: string, reason: Message, cause?: unknown) =>
  new Unavailable('CONNECTION_FAILED', inserted(texts.failed({ host, reason: '' }), 'reason', reason), { cause })

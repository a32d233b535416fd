import { defineMessages } from '@weft/kit/messages/messages.ts'

export const storageTexts = defineMessages({
  badPath: { en: 'The path "{path}" leads out of the storage or is not allowed.', de: 'Der Pfad „{path}“ führt aus dem Speicher hinaus oder ist nicht zulässig.' },
  longName: { en: 'A file or folder name may have at most 200 characters.', de: 'Ein Datei- oder Ordnername darf höchstens 200 Zeichen haben.' },
  noFile: { en: 'There is no file "{path}".', de: 'Es gibt keine Datei „{path}“.' },
  noFolder: { en: 'There is no folder "{path}".', de: 'Es gibt keinen Ordner „{path}“.' },
  isFolder: { en: '"{path}" is a folder.', de: '„{path}“ ist ein Ordner.' },
  exists: { en: '"{path}" already exists.', de: '„{path}“ gibt es bereits.' },
  full: {
    en: 'The storage is full. Nothing was saved; delete files that are no longer needed or ask for more space.',
    de: 'Der Speicher ist voll. Es wurde nichts gespeichert; löschen Sie nicht mehr benötigte Dateien oder fordern Sie mehr Platz an.',
  },
  tooLarge: { en: 'The file is larger than {limit, number} MB. Nothing was saved.', de: 'Die Datei ist größer als {limit, number} MB. Es wurde nichts gespeichert.' },
  cancelled: { en: 'The upload was cancelled. Nothing was saved.', de: 'Der Upload wurde abgebrochen. Es wurde nichts gespeichert.' },
})

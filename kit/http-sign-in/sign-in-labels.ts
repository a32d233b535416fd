/** The words of the settings in `sign-in-settings.ts`. */
export const signInLabels = {
  auth: {
    label: { en: 'Sign-in', de: 'Anmeldung' },
    options: {
      none: { en: 'None', de: 'Keine' },
      basic: { en: 'Name and password', de: 'Name und Passwort' },
      bearer: { en: 'Bearer token', de: 'Bearer-Token' },
      header: { en: 'Key in a header', de: 'Schlüssel in einer Kopfzeile' },
      query: { en: 'Key in the address', de: 'Schlüssel in der Adresse' },
      hmac: { en: 'Signature (HMAC)', de: 'Signatur (HMAC)' },
      oauth2_client: { en: 'OAuth 2: as an application', de: 'OAuth 2: als Anwendung' },
      oauth2_code: { en: 'OAuth 2: as a person', de: 'OAuth 2: als Person' },
    },
  },
  name: {
    label: { en: 'Name', de: 'Name' },
    help: {
      en: 'The user, or the name of the header or parameter.',
      de: 'Der Benutzer oder der Name der Kopfzeile oder des Parameters.',
    },
  },
  secret: { en: 'Password, token or key', de: 'Passwort, Token oder Schlüssel' },
  hmac_algorithm: {
    label: { en: 'Hash', de: 'Hashverfahren' },
    options: {
      sha1: { en: 'SHA-1', de: 'SHA-1' },
      sha256: { en: 'SHA-256', de: 'SHA-256' },
      sha512: { en: 'SHA-512', de: 'SHA-512' },
    },
  },
  hmac_encoding: {
    label: { en: 'Written as', de: 'Geschrieben als' },
    options: { hex: { en: 'Hexadecimal', de: 'Hexadezimal' }, base64: { en: 'Base64', de: 'Base64' } },
  },
  hmac_template: {
    label: { en: 'What is signed', de: 'Was signiert wird' },
    help: {
      en: 'With {method}, {host}, {path}, {query}, {url}, {body}, {body_sha256} and {timestamp}; all else as it stands, line breaks too.',
      de: 'Mit {method}, {host}, {path}, {query}, {url}, {body}, {body_sha256} und {timestamp}; alles andere wie es dasteht, auch Zeilenumbrüche.',
    },
  },
  hmac_value: {
    label: { en: 'Content of the header', de: 'Inhalt der Kopfzeile' },
    help: {
      en: '{signature}, alone or within something such as HMAC key:{signature}',
      de: '{signature}, allein oder in etwas wie HMAC schluessel:{signature}',
    },
  },
  hmac_time_header: {
    label: { en: 'Header for the point in time', de: 'Kopfzeile für den Zeitpunkt' },
    help: { en: 'Empty: it is not sent.', de: 'Leer: Er wird nicht gesendet.' },
  },
  hmac_time: {
    label: { en: 'Point in time', de: 'Zeitpunkt' },
    options: {
      seconds: { en: 'Seconds since 1970', de: 'Sekunden seit 1970' },
      milliseconds: { en: 'Milliseconds since 1970', de: 'Millisekunden seit 1970' },
      iso: { en: 'ISO 8601', de: 'ISO 8601' },
    },
  },
  authorize_url: {
    label: { en: 'Address to sign in at', de: 'Adresse der Anmeldeseite' },
    help: { en: 'https://login.example/authorize', de: 'https://login.example/authorize' },
  },
  token_url: {
    label: { en: 'Address of the tokens', de: 'Adresse für Tokens' },
    help: { en: 'https://login.example/token', de: 'https://login.example/token' },
  },
  client_id: { en: 'Client ID', de: 'Client-ID' },
  client_secret: {
    label: { en: 'Client secret', de: 'Client-Geheimnis' },
    help: {
      en: 'Empty where the other side gives none.',
      de: 'Leer, wenn die Gegenseite keines vergibt.',
    },
  },
  client_auth: {
    label: { en: 'Client secret is sent', de: 'Client-Geheimnis wird gesendet' },
    options: {
      basic: { en: 'In the header Authorization', de: 'In der Kopfzeile Authorization' },
      post: { en: 'In the body', de: 'Im Inhalt' },
    },
  },
  scope: {
    label: { en: 'Scope', de: 'Umfang (scope)' },
    help: {
      en: 'What may be done, parted by blanks, such as orders.read offline_access',
      de: 'Was erlaubt sein soll, durch Leerzeichen getrennt, etwa orders.read offline_access',
    },
  },
  oauth_parameters: {
    label: { en: 'Further parameters', de: 'Weitere Parameter' },
    help: {
      en: 'Such as audience or resource, where the other side asks for them.',
      de: 'Etwa audience oder resource, wenn die Gegenseite sie verlangt.',
    },
  },
  tls: {
    label: { en: 'Certificates', de: 'Zertifikate' },
    options: {
      standard: { en: 'As browsers do', de: 'Wie im Browser' },
      own: { en: 'Own authority or client certificate', de: 'Eigene Zertifizierungsstelle oder Client-Zertifikat' },
    },
  },
  ca: {
    label: { en: 'Certificate authority', de: 'Zertifizierungsstelle' },
    help: {
      en: 'In PEM; believed beside the public ones.',
      de: 'Als PEM; ihr wird neben den öffentlichen vertraut.',
    },
  },
  client_certificate: {
    label: { en: 'Client certificate', de: 'Client-Zertifikat' },
    help: { en: 'In PEM, with its chain.', de: 'Als PEM, mit seiner Kette.' },
  },
  client_key: {
    label: { en: 'Key of the client certificate', de: 'Schlüssel des Client-Zertifikats' },
    help: { en: 'In PEM, without a passphrase.', de: 'Als PEM, ohne Passphrase.' },
  },
} as const

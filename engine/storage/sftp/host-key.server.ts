import ssh2 from 'ssh2'

/** The private key of an SSH server. Three in a thousand the library writes in a form it cannot read itself. */
export function newHostKey(): string {
  for (;;) {
    const { private: key } = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(key) instanceof Error)) return key
  }
}

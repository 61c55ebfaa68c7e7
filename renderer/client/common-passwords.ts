/**
 * Passwords that are tried first by the user who guesses: those that lists of leaked ones begin with, of a length that is allowed. Where
 * someone chooses a first password it must be another one. Compared without case, accents and the digits and marks at its end.
 */
import { folded } from './fold.ts';

const common = new Set(
  `123123 1234 12345 123456 1234567 12345678 123456789 1234567890 111111 000000 222222 333333 444444 555555 666666 777777 888888
  999999 121212 123321 654321 987654321 112233 102030 131313 696969 1q2w3e 1q2w3e4r 1qaz2wsx q1w2e3r4 zaq12wsx qazwsx qwerty
  qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm abc123 abcabc abcdef abcdefg abcdefgh
  password passwort passwd passw0rd p@ssword p@ssw0rd pass1234 password1 motdepasse contrasena contraseña senha wachtwoord parola
  admin administrator root toor test tester testing guest user username login welcome willkommen bienvenue hello hallo letmein
  changeme default secret geheim master access server system office company demo sample temp temporary internet computer iloveyou
  ichliebedich jetaime teamo princess sunshine monkey dragon football fussball baseball basketball soccer hockey superman batman
  starwars pokemon naruto michael jessica jennifer ashley michelle daniel thomas charlie jordan andrew george robert matthew
  nicole william anthony hunter killer trustno1 whatever shadow freedom flower summer winter spring autumn sommer january
  february march april june july august september october november december monday tuesday wednesday thursday friday saturday
  sunday mustang ferrari porsche mercedes corvette harley yankees chelsea liverpool arsenal barcelona juventus schalke
  cheese chocolate cookie pepper ginger banana orange purple silver golden diamond matrix phoenix thunder tiger eagle
  samsung google facebook youtube twitter linkedin microsoft windows apple iphone android linux ubuntu minecraft fortnite
  lovely angel angels family forever friends nothing hearth`.split(/\s+/),
);

/** "Password123!" is "password". */
export function isCommonPassword(password: string): boolean {
  const plain = folded(password);
  return common.has(plain) || common.has(plain.replace(/[\d!?.,$#*_-]+$/, ''));
}

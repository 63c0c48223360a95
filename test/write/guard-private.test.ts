// Secrets and personal data: what is cut out, and what only looks like it.

import { describe, expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";

const classesIn = (text: string) => [
  ...new Set(guard(text, DEFAULT_GUARD_POLICY).findings.map((finding) => finding.class)),
];
const redacted = (text: string) => guard(text, DEFAULT_GUARD_POLICY).text;

/** Made up and joined here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]) => parts.join("");
const LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF";

describe("cards", () => {
  test.each([
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "4111.1111.1111.1111",
    "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "４１１１　１１１１　１１１１　１１１１",
    "4111\u200b1111\u200b1111\u200b1111",
    "3782 822463 10005",
    "my card is 4111 1111 1111 1111 12/27",
  ])("%j is caught in any spacing", (text) => {
    expect(classesIn(text)).toContain("card");
    expect(redacted(text)).not.toMatch(/1111|822463|１１１１/);
  });

  test.each([
    "4111111111111112",
    "1234567890123456",
    "order 9999 8888 7777 6666",
    "41111111111111111111",
  ])("%j is no card: its check digit, issuer or length is wrong", (text) => {
    expect(classesIn(text)).not.toContain("card");
  });
});

describe("people", () => {
  test.each([
    ["ssn", "my SSN is 403-57-9558"],
    ["ssn", "social security 403 57 9558"],
    ["iban", "IBAN DE89 3704 0044 0532 0130 00"],
    ["iban", "gb82west12345698765432"],
    ["email", "write to ana.lopez+x@mail.example.org."],
    ["phone", "call me on (07) 5331 0577"],
    ["phone", "+351 912 345 678"],
    ["phone", "mobile: 0660 565 36 45"],
    ["phone", "fax 001-420-335-7509x38548"],
    ["ip", "it came from 58.74.121.78"],
    ["ip", "host 2001:db8:85a3::8a2e:370:7334"],
    ["national_id", "passport number is X1234567"],
  ])("%s: %j", (expected, text) => {
    expect(classesIn(text)).toEqual([expected]);
  });

  test.each([
    "the area code 000-12-3456 was never issued",
    "DE89 3704 0044 0532 0130 01 fails its check",
    "born 12/05/1987, moved 2019-2020, met on 2024-05-06",
    "the flat cost 1,250,000.00 and is 120 m2",
    "version 10.4.12.3 of the kernel 5.10",
    "it runs on 127.0.0.1",
    "@ana mentioned 3 @ 5 euros",
    "at 10:30:45 we had 12:00",
  ])("%j is left alone", (text) => {
    expect(classesIn(text)).toEqual([]);
  });
});

describe("secrets", () => {
  test.each([
    ["api_key", made("My API key is sk-", LETTERS)],
    ["api_key", made("sk-ant-api03-", LETTERS, LETTERS)],
    ["api_key", made("AKIA", "IOSFODNN7EXAMPLE")],
    ["token", made("ghp_", LETTERS, "abcd")],
    ["token", made("xoxb-", "123456789012-abcdefABCDEF")],
    ["token", made("eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0In0.", LETTERS)],
    ["token", made("Authorization: Bearer ", LETTERS)],
    [
      "private_key",
      made("-----BEGIN RSA PRIVATE ", "KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"),
    ],
    ["private_key", made("-----BEGIN PRIVATE ", "KEY-----\nMIIE cut off")],
    ["connection_string", "postgres://ana:s3cret@db.internal:5432/app"],
    ["connection_string", "Server=db1;Database=shop;User Id=ana;Password=s3cret;"],
    ["password", "password: hunter2"],
    ["password", "my password is hunter2"],
    ["password", 'DB_PASSWORD="open sesame"'],
    ["password", "Das Passwort lautet geh3im!"],
    ["password", "mysql -u root -p s3cret99"],
    ["api_key", made("MAPS_KEY = '", LETTERS.slice(0, 24), "'")],
    ["token", made("session_token=", LETTERS)],
    ["api_key", made("just this: ", LETTERS, "Xy9z")],
  ])("%s: %j", (expected, text) => {
    expect(classesIn(text)).toContain(expected);
    expect(redacted(text)).toMatch(/\[redacted [a-z ]+\]/);
    expect(redacted(text)).not.toMatch(/hunter2|s3cret|open sesame|geh3im|MIIE/);
    expect(redacted(text)).not.toContain(LETTERS.slice(2, 22));
  });

  test("a secret inside Base64 is cut out with its wrapping", () => {
    const wrapped = Buffer.from("password: hunter2 is what I use").toString("base64");
    expect(redacted(`see ${wrapped} ok`)).toBe("see [redacted password] ok");
  });

  test.each([
    "the wifi password is wrong again",
    "I forgot my password and need a token of appreciation",
    "password = os.getenv('DB_PASSWORD')",
    "password: $DB_PASSWORD",
    `a letter in Base64: ${Buffer.from("Dear Ana, the garden is in bloom").toString("base64")}`,
    "the secret is out",
    "commit 3b335d612137949d2f21fcc6c8c8164db7603227 broke the build",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "see https://example.com/articles/how-to-write-a-strong-password",
    "The internationalization-of-the-application-framework went well",
    "id 123e4567-e89b-12d3-a456-426614174000",
  ])("%j holds no secret", (text) => {
    expect(classesIn(text)).toEqual([]);
  });
});

describe("secrets told in words", () => {
  const SAS = made(
    "sp=r&st=2031-01-01&sv=2022-11-02&sr=c&sig=",
    "q7Zk2Vb9XwPf3Lr8Ty1NdHs6Gm4Jc0Aa%2FUo5Ei%3D",
  );
  const HEX = "4f3c9a".repeat(11).slice(0, 64);
  const SEED = made(
    "legal winner thank year wave sausage ",
    "worth useful legal winner thank yellow",
  );

  test.each([
    [`https://shop.blob.core.windows.net/box?${SAS}`, "q7Zk2Vb9"],
    [`my wallet: ${SEED}`, "sausage"],
    [
      SEED.split(" ")
        .map((word, n) => `${n + 1}. ${word}`)
        .join(" "),
      "sausage",
    ],
    ["recovery phrase: zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo", "zoo"],
    [`the private key is 0x${HEX}`, HEX],
    [`我的私钥是${HEX}`, HEX],
    [`wallet key 0x${HEX}`, HEX],
    [`the secret of my MetaMask account: 0x${HEX}`, HEX],
    [`secret key ${HEX}`, HEX],
    ["My PIN is 4821", "4821"],
    ["PIN code for the door: 90817", "90817"],
    ["Meine PIN lautet 4821", "4821"],
    ["mon code pin est 4821", "4821"],
    ["мой пин-код 4821", "4821"],
    ["暗証番号は4821です", "4821"],
    ["我的密码是Lan7deng88", "Lan7deng88"],
    ["wifi密码：sonne_2031", "sonne_2031"],
    ["密码是小熊2031", "小熊2031"],
    ["パスワードはYuki#2031です", "Yuki#2031"],
    ["パスワードは雪2031です", "雪2031"],
    ["비밀번호는 Namu2031! 이야", "Namu2031"],
    ["мой пароль — Zima2031", "Zima2031"],
    ["كلمة السر هي Qamar2031", "Qamar2031"],
    ["मेरा पासवर्ड Chand2031 है", "Chand2031"],
    ["şifrem Deniz2031", "Deniz2031"],
    ["Moje hasło to Lato2031", "Lato2031"],
    ["a senha da conta é Praia2031", "Praia2031"],
    ["le mot de passe est Lune2031!", "Lune2031"],
    ["mijn wachtwoord is Maan2031", "Maan2031"],
    ["la contraseña es Luna2031", "Luna2031"],
  ])("%j is cut out", (text, secret) => {
    expect(redacted(text)).toContain("[redacted ");
    expect(redacted(text)).not.toContain(secret);
  });

  test.each([
    "I will pin 2024 as the year on the map",
    "We met in 2019, and the pins cost 1200 yen",
    "the hash is 0x4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c9a4f3c",
    "this year you must show them how they can help each other grow strong again",
    "密码忘记了，怎么办",
    "密码是在2019年改的",
    "パスワードは毎年3回変えます",
    `the wallet sent it in transaction ${HEX}`,
    "パスワードを忘れました",
    "비밀번호를 잊어버렸어요",
    "я забыл пароль от почты",
    "the password for the garden gate is on the fridge",
    "Il mio numero preferito è 7",
    "my order number is 20310457",
  ])("%j holds no secret", (text) => {
    expect(classesIn(text)).toEqual([]);
  });
});

describe("cards and phones of other makes", () => {
  test.each(["501859291889", "3088173187133826", "213186047522982", "1800 8891 2730 873"])(
    "%j is a card",
    (number) => {
      expect(redacted(`pay with ${number} please`)).toBe("pay with [redacted card] please");
    },
  );

  test.each([
    "I gave her 0358425294 yesterday",
    "8 (946) 777-72-22 after six",
    "it is 1 (238) 587-6328",
    "196 7849 6523 at night",
    "13733637997 since May",
    "My number is 629 558 839",
    "我的电话 6342 9925",
    "電話は 9763 4885",
    "мой номер 237 48 683",
  ])("%j holds a phone number", (text) => {
    expect(classesIn(text)).toEqual(["phone"]);
  });
});

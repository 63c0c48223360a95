// A discord.js client that is fed gateway packets and talks to a REST server of ours. No token, no network.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, GatewayIntentBits, Partials } from "discord.js";

export const GUILD = "881200000000000001";
export const OTHER_GUILD = "881200000000000002";
export const CHANNEL = "881300000000000001";
export const THREAD = "881300000000000009";
export const BOT = "881100000000000001";
export const ANA = { id: "881400000000000001", username: "ana", global_name: "Ana" };
export const BEN = { id: "881400000000000002", username: "ben", global_name: "Ben" };

type Json = Readonly<Record<string, unknown>>;
export type Replied = Readonly<{ method: string; path: string; body: string }>;

export type Gateway = Readonly<{
  client: Client;
  replies: readonly Replied[];
  /** What the gateway would send. */
  send(type: string, data: Json): void;
  close(): Promise<void>;
}>;

export async function openGateway(): Promise<Gateway> {
  const replies: Replied[] = [];
  const server = rest(replies);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.MessageContent,
      GatewayIntentBits.DirectMessages,
    ],
    partials: [Partials.Message, Partials.Channel],
    rest: { api: `http://127.0.0.1:${port}` },
  });
  client.rest.setToken("not-a-token");
  const send = (type: string, data: Json) => {
    // The gateway's own entry into the client, as it would be after the handshake.
    const socket = client.ws as unknown as {
      status: number;
      handlePacket(packet: unknown, shard: unknown): void;
    };
    socket.status = 0;
    socket.handlePacket({ op: 0, t: type, d: data }, { id: 0, checkReady: () => undefined });
  };
  const users = (client as unknown as { users: { _add(data: Json): unknown } }).users;
  Object.assign(client, { user: users._add({ id: BOT, username: "mnemebot", bot: true }) });
  for (const id of [GUILD, OTHER_GUILD]) send("GUILD_CREATE", guild(id));
  return {
    client,
    replies,
    send,
    close: async () => {
      await client.destroy();
      server.close();
    },
  };
}

function rest(replies: Replied[]): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      replies.push({ method: request.method ?? "", path: request.url ?? "", body });
      if ((request.url ?? "").includes("/callback")) {
        response.writeHead(204).end();
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(messageData({ id: "1", text: "sent" })));
    });
  });
}

function guild(id: string): Json {
  const own = id === GUILD;
  return {
    id,
    name: own ? "Riverside" : "Hilltop",
    owner_id: BEN.id,
    unavailable: false,
    member_count: 3,
    roles: [{ id, name: "@everyone", permissions: "0", position: 0, color: 0, flags: 0 }],
    emojis: [],
    stickers: [],
    features: [],
    members: [ANA, BEN].map((user) => ({ user, roles: [], joined_at: "2026-01-01T00:00:00Z" })),
    channels: [{ id: own ? CHANNEL : "881300000000000002", type: 0, name: "general", position: 0 }],
    threads: own ? [threadData()] : [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

function threadData(): Json {
  return {
    id: THREAD,
    type: 11,
    guild_id: GUILD,
    parent_id: CHANNEL,
    owner_id: ANA.id,
    name: "moving",
    thread_metadata: {
      archived: false,
      auto_archive_duration: 1440,
      archive_timestamp: "2026-05-01T10:00:00Z",
      locked: false,
    },
    message_count: 0,
    member_count: 1,
  };
}

type Spoken = Readonly<{
  id: string;
  text: string;
  author?: Json;
  guild?: string | undefined;
  channel?: string;
  extra?: Json;
}>;

/** A message as the gateway sends it; without a guild it is a private one. */
export function messageData({ id, text, author = ANA, channel = CHANNEL, ...rest }: Spoken): Json {
  const inGuild = "guild" in rest ? rest.guild : GUILD;
  return {
    id,
    type: 0,
    channel_id: channel,
    ...(inGuild === undefined ? { channel_type: 1 } : { guild_id: inGuild }),
    content: text,
    author: { discriminator: "0", avatar: null, ...author },
    timestamp: "2026-05-01T10:00:00.000000+00:00",
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    flags: 0,
    components: [],
    ...rest.extra,
  };
}

type Asked = Readonly<{ user?: Json; guild?: string | undefined; permissions?: string }>;

/** `/memory <name>` with its options, typed by someone. */
export function commandData(name: string, options: readonly Json[], asked: Asked = {}): Json {
  return interaction(asked, {
    type: 2,
    data: {
      id: "881600000000000001",
      type: 1,
      name: "memory",
      options: [{ name, type: 1, options }],
    },
  });
}

export function pressData(customId: string, asked: Asked = {}): Json {
  return interaction(asked, {
    type: 3,
    data: { component_type: 2, custom_id: customId },
    message: messageData({ id: "881500000000009999", text: "buttons" }),
  });
}

let asked = 0;

function interaction({ user = ANA, permissions = "0", ...rest }: Asked, data: Json): Json {
  const guildId = "guild" in rest ? rest.guild : GUILD;
  const person = { discriminator: "0", avatar: null, ...user };
  asked += 1;
  return {
    id: `8817000000000${String(asked).padStart(5, "0")}`,
    application_id: BOT,
    token: `token-${asked}`,
    version: 1,
    locale: "en-GB",
    app_permissions: "0",
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 1000,
    channel_id: CHANNEL,
    ...(guildId === undefined
      ? { user: person }
      : {
          guild_id: guildId,
          member: { user: person, roles: [], permissions, joined_at: "2026-01-01T00:00:00Z" },
        }),
    ...data,
  };
}

/** The ids of the buttons under an answer. */
export function buttons(body: string): string[] {
  return [...body.matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = ""]) => id);
}

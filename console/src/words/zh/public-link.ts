import type { publicLink as en } from "../en/public-link.ts";
import type { Translated } from "../text.ts";

export const publicLink: Translated<typeof en> = {
  "publicLink.title": "公开链接",
  "publicLink.about": "任何拥有此链接的人无需账户即可阅读此对话：消息、引文和来源名称，但看不到人员姓名。",
  "publicLink.none": "此对话没有公开链接。",
  "publicLink.reach": "链接显示的内容",
  "publicLink.whole": "整个对话，包括之后的内容",
  "publicLink.upToNow": "到目前为止的对话，不含之后的内容",
  "publicLink.upToAnswer": "到此回答为止的对话，不含之后的内容",
  "publicLink.create": "创建链接",
  "publicLink.address": "地址",
  "publicLink.isWhole": "显示整个对话，包括之后的内容。",
  "publicLink.isUpTo": "显示对话至某条消息，不含之后的内容。",
  "publicLink.by": "由 {name} 于 {date} 创建。",
  "publicLink.hidden": "只有可以共享此对话的人才能看到地址。",
  "publicLink.end": "终止链接",
  "publicLink.endSure": "访客立即失去访问权。新链接会使用不同的地址。",
  "publicLink.ended": "链接已终止。",
};

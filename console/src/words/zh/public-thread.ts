import type { publicThread as en } from "../en/public-thread.ts";
import type { Translated } from "../text.ts";

export const publicThread: Translated<typeof en> = {
  "public.person": "用户 {number}",
  "public.empty": "此对话中还没有提问。",
  "public.readOnly": "只读",
  "public.notLive": "此链接只显示到这里为止的对话，不显示之后的消息。",
  "public.offline": "未连接。恢复连接后会显示新消息。",
  "public.madeWith": "由 {name} 制作",
  "public.open": "在你的工作区中打开",
};

import type { signInPage as en } from "../en/sign-in.ts";
import type { Translated } from "../text.ts";

export const signInPage: Translated<typeof en> = {
  "signIn.with": "使用 {label} 登录",
  "signIn.leaving": "正在前往 {label}……",
  "signIn.signedOut": "您已退出登录。",
  "signIn.nobody": "目前还不能在此登录。此服务的运营者需要先设置登录方式。",
  "signIn.insecure": "此地址没有使用 https，因此不能在此登录。请通过 https 打开服务。",
  "signIn.issuer": "此服务不使用该账户提供方。请从以下选择。",
  "signIn.expired": "此次登录超过了十分钟，或是在另一个浏览器中开始的。请重新登录。",
  "signIn.state": "账户提供方的回应属于另一次登录。请只在一个标签页中重新登录。",
  "signIn.denied": "账户提供方拒绝了登录。请换一个账户，或询问管理员。",
  "signIn.provider": "账户提供方没有回应。请稍后再试。如果仍然如此，请告知此服务的运营者。",
  "signIn.token": "服务无法验证账户提供方的回应。请重新登录。如果仍然如此，请告知此服务的运营者。",
  "signIn.email": "您的账户没有电子邮件地址，或没有提供它。请添加地址，或换一个账户。",
};

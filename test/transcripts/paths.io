// Both chains answer through both faces; the main chain's public face also at /.
// path: /
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":2,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"8453"}
// path: /rpc/mainnet
>> {"jsonrpc":"2.0","id":3,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":3,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":4,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":4,"result":"8453"}
// path: /rpc/testnet
>> {"jsonrpc":"2.0","id":5,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":5,"result":"0x14a34"}
>> {"jsonrpc":"2.0","id":6,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":6,"result":"84532"}
// path: /provider/mainnet
>> {"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":7,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":8,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":8,"result":"8453"}
// path: /provider/testnet
>> {"jsonrpc":"2.0","id":9,"method":"eth_chainId","params":[]}
<< {"jsonrpc":"2.0","id":9,"result":"0x14a34"}
>> {"jsonrpc":"2.0","id":10,"method":"net_version","params":[]}
<< {"jsonrpc":"2.0","id":10,"result":"84532"}
